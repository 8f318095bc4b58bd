// What tests in Node share: bringing a WebAssembly module of ours to life.
const decoder = new TextDecoder();

/** A module; the returned function hands bytes to one of its exports and gives its answer. */
export async function live(bytes) {
  let exports;
  const read = (address, length) => new Uint8Array(exports.memory.buffer, address, length);
  const page = {
    now: () => performance.now(),
    report: () => {},
    message: () => 0n,
    failed: (address, length) => {
      throw new Error(decoder.decode(read(address, length)));
    },
  };
  exports = (await WebAssembly.instantiate(bytes, { page })).instance.exports;
  exports.begin();
  return (name, given) => {
    const address = exports.allocate(given.length);
    read(address, given.length).set(given);
    const packed = BigInt.asUintN(64, exports[name](address, given.length));
    exports.release(address, given.length);
    const [at, long] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const answer = JSON.parse(decoder.decode(read(at, long)));
    exports.release(at, long);
    return answer;
  };
}
