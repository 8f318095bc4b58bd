//! Networks of addresses: `10.0.0.0/8`, `2001:db8::/32`, or a single address.

use std::net::IpAddr;

/// A network, or one address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    base: IpAddr,
    bits: u32,
}

/// An address as a number at the left of 128 bits, and how many of them it has.
fn number(address: IpAddr) -> (u128, u32) {
    match address.to_canonical() {
        IpAddr::V4(address) => (u128::from(address.to_bits()) << 96, 32),
        IpAddr::V6(address) => (address.to_bits(), 128),
    }
}

impl Network {
    /// Reads an address, or one with the number of bits that count.
    #[must_use]
    pub fn read(text: &str) -> Option<Network> {
        let (base, bits) = match text.split_once('/') {
            Some((base, bits)) => (base, Some(bits.parse().ok()?)),
            None => (text, None),
        };
        let base = base.parse::<IpAddr>().ok()?.to_canonical();
        let (_, all) = number(base);
        let bits = bits.unwrap_or(all);
        (bits <= all).then_some(Network { base, bits })
    }

    /// Whether an address is in it.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let ((base, all), (address, own)) = (number(self.base), number(address));
        let differ = (base ^ address).checked_shr(128 - self.bits).unwrap_or(0);
        all == own && differ == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Network;

    #[test]
    fn networks_hold_their_addresses() {
        let holds = |network: &str, address: &str| {
            Network::read(network).unwrap().contains(address.parse().unwrap())
        };
        assert!(holds("10.0.0.0/8", "10.1.2.3") && !holds("10.0.0.0/8", "11.1.2.3"));
        assert!(holds("10.1.2.3", "10.1.2.3") && !holds("10.1.2.3", "10.1.2.4"));
        assert!(holds("10.1.2.3", "::ffff:10.1.2.3"));
        assert!(holds("0.0.0.0/0", "1.2.3.4") && !holds("0.0.0.0/0", "2001:db8::1"));
        assert!(holds("2001:db8::/32", "2001:db8:1::1") && !holds("2001:db8::/32", "2001:db9::1"));
        for bad in ["", "10.0.0.0/33", "10.0.0/8", "x", "10.0.0.0/-1", "::/129"] {
            assert_eq!(Network::read(bad), None, "{bad}");
        }
    }
}
