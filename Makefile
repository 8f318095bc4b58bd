# Two commands do everything: `make run` builds and starts the program, `make test` installs what
# the tests need and passes them all.

CARGO ?= cargo
SECONDS_EACH ?= 60
PREFIX ?= /usr/local
FUZZ_TARGETS = position action options record play

.PHONY: run build test needs lint unit docs diagrams bench fuzz soak man size install

run: build
	target/release/igroteka serve

build:
	$(CARGO) build --release --locked -p igroteka

test: needs lint unit docs

# What the tests need and the machine may lack: a PostgreSQL server (its programs only; the tests
# start one of their own) and Python for the example bot.
needs:
	tools/install-needs

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

unit:
	$(CARGO) test --workspace --locked

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --document-private-items

# Manual pages and completions, as `make install` installs them.
man: build
	rm -rf target/man target/completions && mkdir -p target/completions
	target/release/igroteka man target/man/man1 --lang en > /dev/null
	target/release/igroteka man target/man/ru/man1 --lang ru > /dev/null
	for shell in bash zsh fish; do \
		target/release/igroteka completions $$shell --lang en > target/completions/$$shell || exit 1; \
	done

# The release binary stays under 25 MB.
size: build
	@bytes=$$(wc -c < target/release/igroteka); echo "target/release/igroteka: $$bytes bytes"; \
	test $$bytes -lt 25000000

# The program, its manual pages and completions under PREFIX (and DESTDIR, for packages).
install: man
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
		$(DESTDIR)$(PREFIX)/share/man/ru/man1 $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 755 target/release/igroteka $(DESTDIR)$(PREFIX)/bin/igroteka
	install -m 644 target/man/man1/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 target/man/ru/man1/*.1 $(DESTDIR)$(PREFIX)/share/man/ru/man1
	install -m 644 target/completions/bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/igroteka
	install -m 644 target/completions/zsh $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_igroteka
	install -m 644 target/completions/fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/igroteka.fish

# The pictures of the rules documents, drawn by the program itself.
diagrams: build
	tools/diagrams

# Speed, single thread; figures go to docs/benchmarks.md.
bench: build
	tools/speed

# A million actions of the engine against itself, every one of them legal; `make test` plays some
# thousands.
soak:
	IGROTEKA_SOAK_ACTIONS=1000000 $(CARGO) test -p igroteka-engine --locked --test soak -- --nocapture

# Each fuzz target for SECONDS_EACH seconds; needs a nightly toolchain and `cargo install cargo-fuzz`.
fuzz:
	cd fuzz && for target in $(FUZZ_TARGETS); do \
		mkdir -p corpus/$$target && $(CARGO) +nightly fuzz run $$target corpus/$$target seeds/$$target \
			-- -max_total_time=$(SECONDS_EACH) -max_len=600 || exit 1; \
	done
