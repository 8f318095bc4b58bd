//! The web client and the migrations are embedded: a change of them makes a new server.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
    println!("cargo:rerun-if-changed=migrations");
}
