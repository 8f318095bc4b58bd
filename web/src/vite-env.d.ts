/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'core.wasm?url' {
  const address: string;
  export default address;
}

declare module 'core_threads.wasm?url' {
  const address: string;
  export default address;
}

/** Whether the core with several threads was built. */
declare const THREADS: boolean;

declare module 'proof.wasm?url' {
  const address: string;
  export default address;
}

declare module 'tables.wasm?url' {
  const address: string;
  export default address;
}

declare module 'seega.proof?url' {
  const address: string;
  export default address;
}

declare module '*.weights?url' {
  const address: string;
  export default address;
}
