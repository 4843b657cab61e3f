//! The window of another program, from which files can be dragged: `drag_source PATH…`.

#[cfg(target_os = "linux")]
fn main() {
    use gtk::prelude::*;

    let files = std::env::args().skip(1).map(|path| gtk::gio::File::for_path(path).uri().to_string());
    let files: Vec<String> = files.collect();
    if let Err(why) = gtk::init() {
        eprintln!("no display: {why}");
        std::process::exit(1);
    }
    let window = gtk::Window::new(gtk::WindowType::Toplevel);
    window.set_title("Parcel");
    window.set_default_size(100, 60);
    let handle = gtk::EventBox::new();
    handle.drag_source_set(gtk::gdk::ModifierType::BUTTON1_MASK, &[], gtk::gdk::DragAction::COPY);
    handle.drag_source_add_uri_targets();
    handle.connect_drag_data_get(move |_, _, data, _, _| {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        data.set_uris(&files);
    });
    window.add(&handle);
    window.show_all();
    gtk::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {}
