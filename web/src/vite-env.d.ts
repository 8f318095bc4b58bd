/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'core.wasm?url' {
  const address: string;
  export default address;
}
