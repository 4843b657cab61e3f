#![allow(clippy::unwrap_used)]

use super::*;

#[test]
fn every_fetched_package_is_pinned_by_its_hash() {
    let lock: serde_json::Value = serde_json::from_str(PINNED.lock).unwrap_or_default();
    let packages = lock["packages"].as_object().cloned().unwrap_or_default();
    let fetched: Vec<_> = packages.iter().filter(|(path, _)| !path.is_empty()).collect();
    assert!(fetched.len() > 1, "codex and its programs");
    for (path, package) in fetched {
        let hash = package["integrity"].as_str().unwrap_or_default();
        assert!(hash.starts_with("sha512-"), "{path} has no hash");
        assert!(package["hasInstallScript"].is_null(), "{path} would run a script");
    }
}

#[test]
fn only_the_last_lines_of_npm_are_kept() {
    let said = "npm warn old\nnpm error code ENOTFOUND\nnpm error network request failed\nnpm error\n\
        npm error A complete log of this run can be found in:\nnpm error   /home/a/.npm/_logs/2026-debug-0.log\n";
    assert_eq!(last_words(said), "npm warn old\nnpm error code ENOTFOUND\nnpm error network request failed");
    let many: Vec<String> = (0..40).map(|n| format!("line {n}")).collect();
    assert_eq!(last_words(&many.join("\n")).lines().next(), Some("line 34"));
    assert_eq!(last_words(" \n"), "npm gave no reason");
}

#[cfg(unix)]
#[tokio::test]
async fn an_npm_that_hangs_is_ended() {
    let mut sleeper = engine::program::quiet("sleep");
    sleeper.arg("1000");
    let said = run(sleeper.into(), Duration::ZERO).await;
    assert!(said.is_err_and(|why| why.contains("did not finish")));
}

/// A local registry with one package, which contains an install script.
#[cfg(unix)]
struct Registry {
    folder: tempfile::TempDir,
    port: u16,
    hash: String,
}

#[cfg(unix)]
impl Registry {
    async fn start() -> Self {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("package")).unwrap();
        let script = format!("touch '{}'", at("ran").display());
        let manifest = serde_json::json!({"name": "boat", "version": "1.0.0", "scripts": {"postinstall": script}});
        std::fs::write(at("package/package.json"), manifest.to_string()).unwrap();
        said("tar", &["-C", &at("").display().to_string(), "-czf", &at("boat.tgz").display().to_string(), "package"]);
        let hash = "process.stdout.write(require('crypto').createHash('sha512').update(require('fs').readFileSync(process.argv[1])).digest('base64'))";
        let hash = said("node", &["-e", hash, &at("boat.tgz").display().to_string()]);
        let tarball = std::fs::read(at("boat.tgz")).unwrap();

        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let dist = serde_json::json!({"tarball": format!("http://127.0.0.1:{port}/boat.tgz")});
        let version = serde_json::json!({"name": "boat", "version": "1.0.0", "hasInstallScript": true, "dist": dist});
        let index =
            serde_json::json!({"name": "boat", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}});
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (index, tarball) = (index.to_string().into_bytes(), tarball.clone());
                tokio::spawn(async move {
                    let mut asked = vec![0; 8192];
                    let read = stream.read(&mut asked).await.unwrap_or_default();
                    let body = if asked[..read].starts_with(b"GET /boat.tgz") { tarball } else { index };
                    let head =
                        format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
                    let _ = stream.write_all(&[head.as_bytes(), &body].concat()).await;
                });
            }
        });
        Self { folder, port, hash }
    }

    /// Installs the package with npm and a lock file that has this hash.
    async fn fetch(&self, hash: &str) -> Result<(), String> {
        let mut npm = engine::program::quiet("npm");
        npm.env("npm_config_registry", format!("http://127.0.0.1:{}", self.port));
        npm.env("npm_config_cache", self.folder.path().join("cache"));
        // npm would otherwise retry a wrong hash for minutes.
        npm.env("npm_config_fetch_retries", "0");
        npm.env("npm_config_userconfig", self.folder.path().join("npmrc"));
        let manifest = r#"{"name": "quay", "dependencies": {"boat": "1.0.0"}}"#;
        let lock = serde_json::json!({"name": "quay", "lockfileVersion": 3, "requires": true, "packages": {
            "": {"name": "quay", "dependencies": {"boat": "1.0.0"}},
            "node_modules/boat": {"version": "1.0.0", "integrity": format!("sha512-{hash}"), "hasInstallScript": true},
        }});
        let lock = lock.to_string();
        fetch(npm.into(), &self.destination(), Pinned { manifest, lock: &lock }).await
    }

    fn destination(&self) -> std::path::PathBuf {
        self.folder.path().join("into")
    }
}

#[cfg(unix)]
fn said(program: &str, args: &[&str]) -> String {
    let said = engine::program::quiet(program).args(args).output().unwrap();
    assert!(said.status.success(), "{program}: {}", String::from_utf8_lossy(&said.stderr));
    String::from_utf8_lossy(&said.stdout).into_owned()
}

#[cfg(unix)]
#[tokio::test]
async fn a_fetched_package_runs_no_script() {
    let registry = Registry::start().await;
    let fetched = registry.fetch(&registry.hash).await;
    assert_eq!(fetched, Ok(()));
    assert!(registry.destination().join("node_modules/boat/package.json").is_file());
    assert!(!registry.folder.path().join("ran").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn a_package_with_another_hash_replaces_nothing() {
    let registry = Registry::start().await;
    let present = registry.destination().join("node_modules/boat/present");
    std::fs::create_dir_all(present.parent().unwrap()).unwrap();
    std::fs::write(&present, "here").unwrap();
    let other = format!("{}A==", "A".repeat(85));
    let refused = registry.fetch(&other).await.unwrap_err();
    assert!(refused.contains("EINTEGRITY"), "{refused}");
    assert!(present.is_file());
    assert!(!registry.destination().join(".fetching").exists());
}
