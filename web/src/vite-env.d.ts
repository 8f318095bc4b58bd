/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'core.wasm?url' {
  const address: string;
  export default address;
}

declare module 'proof.wasm?url' {
  const address: string;
  export default address;
}

declare module 'seega.proof?url' {
  const address: string;
  export default address;
}
