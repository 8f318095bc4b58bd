# Two commands do everything: `make run` builds and starts the program, `make test` installs what
# the tests need and passes them all.

CARGO ?= cargo
SECONDS_EACH ?= 60
FUZZ_TARGETS = position action options record play

.PHONY: run build test lint unit docs diagrams bench fuzz

run: build
	target/release/igroteka games

build:
	$(CARGO) build --release --locked -p igroteka

test: lint unit docs

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

unit:
	$(CARGO) test --workspace --locked

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --document-private-items

# The pictures of the rules documents, drawn by the program itself.
diagrams: build
	tools/diagrams

# Speed, single thread; figures go to docs/benchmarks.md.
bench: build
	tools/speed

# Each fuzz target for SECONDS_EACH seconds; needs a nightly toolchain and `cargo install cargo-fuzz`.
fuzz:
	cd fuzz && for target in $(FUZZ_TARGETS); do \
		mkdir -p corpus/$$target && $(CARGO) +nightly fuzz run $$target corpus/$$target seeds/$$target \
			-- -max_total_time=$(SECONDS_EACH) -max_len=600 || exit 1; \
	done
