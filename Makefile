# Two commands do everything: `make run` builds and starts the program, `make test` installs what
# the tests need and passes them all.

CARGO ?= cargo
SECONDS_EACH ?= 60
PREFIX ?= /usr/local
# Where cargo builds.
TARGET = $(or $(CARGO_TARGET_DIR),target)
# cargo-fuzz wants a nightly toolchain.
FUZZ ?= $(CARGO) +nightly fuzz
FUZZ_TARGETS = position action options record play message body

.PHONY: run build core core-threads site test needs lint unit openapi wire e2e docs diagrams bench train strength fuzz soak simulate mutants deny man size install wasm oldest-rust examples publish-check

run: build
	$(TARGET)/release/igroteka serve --build-tables

build: site
	$(CARGO) build --release --locked -p igroteka

# For the browser, as WebAssembly: the core (rules and engine), the module that plays Seega by its
# proof, and the one that looks positions up in tables. In three calls: cargo would give all modules
# what any of them asks of their common crates.
core:
	tools/wasm-cargo build --profile wasm --locked -p igroteka-wasm
	tools/wasm-cargo build --profile wasm --locked -p igroteka-wasm-proof
	tools/wasm-cargo build --profile wasm --locked -p igroteka-wasm-tables

# The same with shared memory, for several threads; a site without it has one thread.
core-threads:
	WASM_THREADS=1 tools/wasm-cargo build --quiet --profile wasm --locked -p igroteka-wasm 2> $(TARGET)/wasm-threads.log \
		&& cp $(TARGET)/wasm-threads/wasm32-unknown-unknown/wasm/core_wasm.wasm $(TARGET)/wasm-threads/core_threads.wasm \
		|| { rm -f $(TARGET)/wasm-threads/core_threads.wasm; echo "no core for several threads: $(TARGET)/wasm-threads.log"; }

# The web client, built into web/dist; the server embeds what is there.
site: core core-threads web/node_modules
	cd web && npm run --silent build -- --logLevel warn

web/node_modules: web/package.json web/package-lock.json
	cd web && npm install --no-audit --no-fund --loglevel=error
	touch web/node_modules

test: needs lint unit openapi e2e docs wasm oldest-rust examples publish-check

# What the tests need and the machine may lack: a PostgreSQL server (its programs only; the tests
# start one of their own), Python for the example bot, Chromium for the web client.
needs:
	tools/install-needs

lint: site
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	cd web && npm run --silent lint && npm run --silent check

unit: site
	$(CARGO) test --workspace --locked --no-fail-fast
	cd web && npm run --silent test

# The OpenAPI document that `unit` has written is valid, and the client's types are those that it
# describes.
openapi: unit $(TARGET)/openapi-venv
	$(TARGET)/openapi-venv/bin/openapi-spec-validator $(TARGET)/tmp/openapi.json
	cd web && npm run --silent wire -- $(abspath $(TARGET))/tmp/openapi.json --check

$(TARGET)/openapi-venv:
	python3 -m venv $@
	$@/bin/pip install --quiet --disable-pip-version-check openapi-spec-validator==0.9.0 \
		|| { rm -rf $@; exit 1; }

# Writes the client's types anew after the server's have changed.
wire: web/node_modules
	$(CARGO) test --locked -p igroteka-server --test server openapi::the_document_describes_every_route
	cd web && npm run --silent wire -- $(abspath $(TARGET))/tmp/openapi.json

# The web client in a real browser against the real server that `unit` has built; pictures of every
# page are in web/e2e/out afterwards.
e2e: unit
	cd web && IGROTEKA=$(abspath $(TARGET))/debug/igroteka npm run --silent e2e

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --document-private-items

# The modules' tests in Node; with the native program that `unit` has built, also that it and the core
# search the same nodes.
wasm: core core-threads
	node crates/wasm/tests/core.mjs $(TARGET)/wasm/wasm32-unknown-unknown/wasm/core_wasm.wasm $(wildcard $(TARGET)/debug/igroteka)
	node crates/wasm/tests/threads.mjs $(TARGET)/wasm-threads/core_threads.wasm
	node crates/wasm-proof/tests/proof.mjs $(addprefix $(TARGET)/wasm/wasm32-unknown-unknown/wasm/,proof_wasm.wasm core_wasm.wasm)
	node crates/wasm-tables/tests/tables.mjs $(addprefix $(TARGET)/wasm/wasm32-unknown-unknown/wasm/,tables_wasm.wasm core_wasm.wasm) $(wildcard $(TARGET)/debug/igroteka)

# Rules and engine with the oldest compiler that they promise to support.
oldest-rust:
	tools/oldest-rust

# The examples of the published crates, run.
examples:
	$(CARGO) run --quiet --locked -p igroteka-rules --example random_game > /dev/null
	$(CARGO) run --quiet --locked -p igroteka-engine --example self_play > /dev/null

# What would be published of rules and engine builds on its own; cargo asks the registry for that,
# except with CARGO_NET_OFFLINE=true. --allow-dirty: the tests are also run before a commit.
publish-check:
	$(CARGO) $(if $(filter true,$(CARGO_NET_OFFLINE)),package,publish --dry-run) --quiet --locked --allow-dirty -p igroteka-rules -p igroteka-engine

# Manual pages and completions, as `make install` installs them.
man: build
	rm -rf $(TARGET)/man $(TARGET)/completions && mkdir -p $(TARGET)/completions
	$(TARGET)/release/igroteka man $(TARGET)/man/man1 --lang en > /dev/null
	$(TARGET)/release/igroteka man $(TARGET)/man/ru/man1 --lang ru > /dev/null
	for shell in bash zsh fish; do \
		$(TARGET)/release/igroteka completions $$shell --lang en > $(TARGET)/completions/$$shell || exit 1; \
	done

# The release binary, with the site and its modules in it, stays under 40 MB.
size: build
	@bytes=$$(wc -c < $(TARGET)/release/igroteka); echo "$(TARGET)/release/igroteka: $$bytes bytes"; \
	test $$bytes -lt 40000000

# The program, its manual pages and completions under PREFIX (and DESTDIR, for packages).
install: man
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
		$(DESTDIR)$(PREFIX)/share/man/ru/man1 $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 755 $(TARGET)/release/igroteka $(DESTDIR)$(PREFIX)/bin/igroteka
	install -m 644 $(TARGET)/man/man1/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $(TARGET)/man/ru/man1/*.1 $(DESTDIR)$(PREFIX)/share/man/ru/man1
	install -m 644 $(TARGET)/completions/bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/igroteka
	install -m 644 $(TARGET)/completions/zsh $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_igroteka
	install -m 644 $(TARGET)/completions/fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/igroteka.fish

# The pictures of the rules documents, drawn by the program itself.
diagrams: build
	tools/diagrams

# Speed, single thread; figures go to docs/benchmarks.md.
bench: build
	tools/speed

# Learns the patterns of GAME (seega, draughts) from nothing: games without what was learned before,
# fit, check; docs/engine.md has the figures. The same seed gives the same weights, in
# crates/engine/weights.
TRAIN_draughts = --games 20000 --result 0.15 --step 12 --caution 30 --epochs 4
train:
	: > crates/engine/weights/$(GAME).weights
	$(CARGO) run --release --locked -p igroteka-lab -- learn $(GAME) $(TRAIN_$(GAME))

# The engine's matches of docs/benchmarks.md: hours.
strength: build
	IGROTEKA=$(TARGET)/release/igroteka tools/strength

# A million actions of the engine against itself, every one of them legal; `make test` plays some
# thousands.
soak:
	IGROTEKA_SOAK_ACTIONS=1000000 $(CARGO) test -p igroteka-engine --locked --test soak -- --nocapture
	IGROTEKA_SOAK_KILLS=20 $(CARGO) test -p igroteka-tables --locked --test files a_killed_build

# Games on simulated nodes under the faults of SEEDS seeds, from seed FROM on; `make test` plays 200.
# A seed that fails is printed, and IGROTEKA_SEED=N replays it with a trace.
SEEDS ?= 100000
FROM ?= 0
simulate:
	IGROTEKA_SIMULATION_SEEDS=$(SEEDS) IGROTEKA_SIMULATION_FROM=$(FROM) \
		$(CARGO) test --workspace --locked --test simulation games_survive -- --nocapture

# What the tests notice of code that is broken in every way that cargo-mutants knows (needs `cargo install
# cargo-mutants`): the rules, and what the server judges by. An hour or two; stopped, it goes on from
# there the next time. Fails if a mutant survives without a reason in tools/mutants.txt.
MUTANTS ?= judging rules
mutants: $(TARGET)/mutants-venv
	for part in $(MUTANTS); do $</bin/python tools/mutants $$part || exit 1; done

$(TARGET)/mutants-venv:
	python3 -m venv $@
	$@/bin/pip install --quiet --disable-pip-version-check tree-sitter==0.26.0 tree-sitter-rust==0.24.2 \
		|| { rm -rf $@; exit 1; }

# Known vulnerabilities, licences, duplicates and sources of what we depend on; needs cargo-deny. The
# vulnerabilities are read from the RustSec database on github.com; where that cannot be reached, or no
# clone is there already, `make deny DENY="bans licenses sources"` checks the rest, and only the rest.
DENY ?= advisories bans licenses sources
deny:
	$(CARGO) deny --locked check $(DENY)

# Each fuzz target for SECONDS_EACH seconds.
fuzz:
	@$(FUZZ) --version > /dev/null 2>&1 || { echo "make fuzz needs a nightly toolchain (rustup toolchain install nightly) and cargo-fuzz (cargo install cargo-fuzz)" >&2; exit 1; }
	cd fuzz && for target in $(FUZZ_TARGETS); do \
		mkdir -p corpus/$$target && $(FUZZ) run $$target corpus/$$target seeds/$$target \
			-- -max_total_time=$(SECONDS_EACH) -max_len=600 || exit 1; \
	done
