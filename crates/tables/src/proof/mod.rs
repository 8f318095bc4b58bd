//! The proof that first wins, and playing by it: the certificate, the search that finds first's moves
//! and the strategy that both make. It needs no files and no threads, so that a browser can have it.

pub(crate) mod certificate;
pub(crate) mod leaf;
pub(crate) mod strategy;

pub use certificate::CertificateHeader;
pub use strategy::Strategy;
