import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist', 'node_modules', 'e2e/out', 'test-results', '**/*.gen.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      // Links go through our own small router.
      'svelte/no-navigation-without-resolve': 'off',
      // We replace maps as a whole ($state.raw): cheaper, and each change is one.
      'svelte/prefer-svelte-reactivity': 'off',
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
);
