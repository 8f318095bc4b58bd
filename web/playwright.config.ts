import { defineConfig } from '@playwright/test';

/** Debian's Chromium; a new profile each time, and nothing that looks for the outer world. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/out/results',
  fullyParallel: true,
  workers: 2,
  // Machines of strangers are slow at times; what fails each time is broken.
  retries: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  projects: [
    { name: 'e2e', testMatch: '*.spec.ts' },
    { name: 'measure', testMatch: 'measure.ts', fullyParallel: false },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args },
    viewport: { width: 1280, height: 900 },
    locale: 'en',
    // Where a test wants it, it says so: a page that keeps a build would hide what another test intercepts.
    serviceWorkers: 'block',
  },
});
