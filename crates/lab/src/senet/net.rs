//! Senet's learned expectation: how often each side wins from here, a win counting the less the
//! later it comes.
//!
//! A small net, trained by temporal differences on games that it played against itself
//! (docs/engine.md). Its inputs are the squares and pairs of both sides, how many
//! pieces are off, and counts of what decides among walls: enemies before a pair, by distance, and
//! how many pieces each throw can move. It is computed in single precision and in a fixed order,
//! without library functions: the same numbers everywhere.

use rules::Position;
use rules::senet::Senet;

/// Inputs that are 0 or 1: squares, pairs and pieces off, of the side to throw and of the other.
const BITS: usize = 2 * (30 + 24 + 9);
/// Inputs that count: 22 of each side.
const COUNTS: usize = 2 * 22;
/// All inputs.
pub(crate) const INPUTS: usize = BITS + COUNTS;
/// Units of the hidden layer.
pub(crate) const HIDDEN: usize = 32;
/// Weights, in the order of [`Net::weights`].
pub(crate) const WEIGHTS: usize = INPUTS * HIDDEN + HIDDEN + 2 * HIDDEN + 2;

/// What one count is worth beside a square.
const COUNT_UNIT: f32 = 0.25;
/// The squares before the House of Beauty.
const PATH: u32 = (1 << 25) - 1;
/// A pair is looked at by enemies up to so many squares before it.
const FARTHEST: u32 = 8;
/// More ways to move a throw than this are not counted.
const ENOUGH: u32 = 4;

/// A position before a throw, as the net sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs {
    bits: [u64; 2],
    counts: [u8; COUNTS],
}

impl Inputs {
    /// The inputs of a position, from the view of the side to throw.
    pub(crate) fn of(position: &Senet) -> Inputs {
        let own = position.side();
        let sides = [own, own.other()];
        let [mine, theirs] = sides.map(|side| {
            let pieces = position.pieces(side);
            let pairs = pieces & pieces >> 1 & (PATH >> 1);
            // Two off are marked in two places, so that each further piece has a weight of its own.
            let off = 10 - pieces.count_ones().min(10);
            (u128::from(pieces), u128::from(pairs), (1u128 << off.min(9)) - 1)
        });
        let bits = mine.0
            | theirs.0 << 30
            | mine.1 << 60
            | theirs.1 << 84
            | mine.2 << 108
            | theirs.2 << 117;
        let mut counts = [0; COUNTS];
        let mut places = counts.iter_mut();
        for side in sides {
            let mut put = |count: u32| {
                if let Some(place) = places.next() {
                    *place = count as u8;
                }
            };
            let path = position.pieces(side) & PATH;
            let enemies = position.pieces(side.other()) & PATH;
            let pairs = path & path >> 1;
            for distance in 1..=FARTHEST {
                put((enemies & pairs >> distance).count_ones());
            }
            for &(throw, _) in Senet::throws() {
                let (forward, backward) = position.movers(side, throw);
                put(forward.count_ones().min(ENOUGH));
                put(backward.count_ones().min(ENOUGH));
            }
            let threes = pairs & path >> 2;
            put(threes.count_ones());
            put((threes & path >> 3).count_ones());
            put((position.protected(side) & PATH).count_ones());
            put((1..=25).map(|square| (path >> (square - 1) & 1) * (26 - square)).sum::<u32>() / 8);
        }
        Inputs { bits: [bits as u64, (bits >> 64) as u64], counts }
    }

    /// Every input that is not zero, with its value.
    #[inline(always)]
    fn each(&self, mut visit: impl FnMut(usize, f32)) {
        for (half, &bits) in self.bits.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                visit(64 * half + rest.trailing_zeros() as usize, 1.0);
                rest &= rest - 1;
            }
        }
        for (place, &count) in self.counts.iter().enumerate() {
            if count != 0 {
                visit(BITS + place, f32::from(count) * COUNT_UNIT);
            }
        }
    }
}

/// The net.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    inputs: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    outputs: [[f32; HIDDEN]; 2],
    output_bias: [f32; 2],
}

impl Net {
    /// A net of these weights, [`WEIGHTS`] of them; missing ones are 0.
    pub(crate) fn new(weights: &[f32]) -> Net {
        let mut rest = weights.iter().copied();
        let mut next = || rest.next().unwrap_or(0.0);
        let mut unit = || std::array::from_fn(|_| next());
        let inputs = (0..INPUTS).map(|_| unit()).collect();
        let (bias, outputs) = (unit(), [unit(), unit()]);
        Net { inputs, bias, outputs, output_bias: [next(), next()] }
    }

    /// Its weights: by input, the hidden layer's bias, by output, the outputs' bias.
    pub(crate) fn weights(&self) -> Vec<f32> {
        let layer = self.inputs.iter().flatten().chain(&self.bias);
        let outputs = self.outputs.iter().flatten().chain(&self.output_bias);
        layer.chain(outputs).copied().collect()
    }

    #[inline(always)]
    fn hidden(&self, inputs: &Inputs) -> [f32; HIDDEN] {
        let mut sums = self.bias;
        inputs.each(|input, value| {
            for (sum, weight) in sums.iter_mut().zip(&self.inputs[input]) {
                *sum += value * weight;
            }
        });
        sums.map(|sum| sum.clamp(0.0, 1.0))
    }

    #[inline(always)]
    fn out(&self, hidden: &[f32; HIDDEN]) -> [f32; 2] {
        let value = |output: usize| {
            // Eight sums side by side: a fixed order that processors can compute at once.
            let mut sums = [0.0f32; 8];
            for (at, (unit, weight)) in hidden.iter().zip(&self.outputs[output]).enumerate() {
                sums[at % 8] += unit * weight;
            }
            chance(self.output_bias[output] + sums.iter().sum::<f32>())
        };
        [value(0), value(1)]
    }

    /// The chances of the side to throw and of the other.
    pub(crate) fn value(&self, inputs: &Inputs) -> [f32; 2] {
        self.out(&self.hidden(inputs))
    }

    /// One step of so much towards a target; the value before it.
    pub(crate) fn learn(&mut self, inputs: &Inputs, target: [f32; 2], rate: f32) -> [f32; 2] {
        // Units that are off or full still learn a little: otherwise they would stay so.
        const LEAK: f32 = 0.02;
        let hidden = self.hidden(inputs);
        let value = self.out(&hidden);
        let steps = [0, 1].map(|output| (target[output] - value[output]) * rate);
        let mut slopes = [0.0; HIDDEN];
        for (at, slope) in slopes.iter_mut().enumerate() {
            let within = hidden[at] > 0.0 && hidden[at] < 1.0;
            for (weights, step) in self.outputs.iter_mut().zip(steps) {
                *slope += step * weights[at] * if within { 1.0 } else { LEAK };
                weights[at] += step * hidden[at];
            }
            self.bias[at] += *slope;
        }
        for (bias, step) in self.output_bias.iter_mut().zip(steps) {
            *bias += step;
        }
        inputs.each(|input, value| {
            for (weight, slope) in self.inputs[input].iter_mut().zip(slopes) {
                *weight += value * slope;
            }
        });
        value
    }
}

/// The logistic function, with (1 + x/1024)^1024 for the exponential: a library's would differ
/// between machines.
fn chance(x: f32) -> f32 {
    let mut power = 1.0 - x.clamp(-12.0, 12.0) / 1024.0;
    for _ in 0..10 {
        power *= power;
    }
    1.0 / (1.0 + power)
}

const MAGIC: &[u8; 8] = b"senet\0\0\x01";
/// The finest step of a weight. With steps of 1/96, one byte a weight, the net waited for ever.
const STEP: f32 = 1.0 / 4096.0;

/// A file of weights: eight letters with the version, two bytes for each weight, the lower first,
/// and four bytes of checksum.
pub(crate) fn write(weights: &[f32]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for weight in weights {
        let steps = (weight / STEP).round().clamp(-32767.0, 32767.0) as i16;
        bytes.extend(steps.to_le_bytes());
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// The weights of a file; none if it is damaged or of another version.
pub(crate) fn read(bytes: &[u8]) -> Option<Vec<f32>> {
    let (all, sum) = bytes.split_last_chunk::<4>()?;
    let body = all.strip_prefix(MAGIC)?;
    if body.len() != 2 * WEIGHTS || checksum(all) != u32::from_le_bytes(*sum) {
        return None;
    }
    let weight = |two: &[u8]| f32::from(i16::from_le_bytes([two[0], two[1]])) * STEP;
    Some(body.chunks_exact(2).map(weight).collect())
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trained_weights_are_whole_and_a_changed_byte_is_noticed() {
        let file = include_bytes!("../../weights/senet.net");
        let weights = read(file).expect("the file is whole");
        assert_eq!(write(&weights), file);
        let mut damaged = file.to_vec();
        damaged[100] ^= 1;
        assert_eq!(read(&damaged), None);
        assert_eq!(read(&file[..file.len() - 1]), None);
    }
}
