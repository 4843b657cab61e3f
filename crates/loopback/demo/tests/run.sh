#!/bin/sh
# Runs bin/duration over tests/cases.tsv, then compares its units with those of src/duration.ts.
cd "$(dirname "$0")/.." || exit 2

tab=$(printf '\t')
passed=0
failed=0

pass() {
  passed=$((passed + 1))
  printf '  \033[32m✓\033[0m %s\n' "$1"
}

fail() {
  failed=$((failed + 1))
  printf '  \033[31m✗ %s\033[0m\n' "$1"
}

printf '\033[1mbin/duration\033[0m\n'
while IFS=$tab read -r seconds expected; do
  actual=$(sh bin/duration "$seconds")
  if [ "$actual" = "$expected" ]; then
    pass "$(printf '%6s  %s' "$seconds" "$actual")"
  else
    fail "$(printf '%6s  %s, expected %s' "$seconds" "$actual" "$expected")"
  fi
done < tests/cases.tsv

printf '\033[1msrc/duration.ts\033[0m\n'
command=$(sed -n 's/^part \([0-9]*\) \([a-z]*\)$/\2 \1/p' bin/duration)
page=$(sed -n 's/^  \["\([a-z]*\)", \([0-9]*\)\],$/\1 \2/p' src/duration.ts)
if [ "$command" = "$page" ]; then
  pass "knows the same units as bin/duration"
else
  fail "knows other units than bin/duration"
fi

if [ "$failed" -eq 0 ]; then
  printf '\n\033[32m%s passed\033[0m\n' "$passed"
else
  printf '\n\033[31m%s failed\033[0m, %s passed\n' "$failed" "$passed"
  exit 1
fi
