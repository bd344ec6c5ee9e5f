import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    // Part of the server's package, which needs nothing else of the dashboard.
    outDir: '../server/assets/dashboard',
    emptyOutDir: true,
    // The polyfill would be an inline script, which the server's Content-Security-Policy refuses.
    modulePreload: { polyfill: false },
    // A font or picture inlined as `data:` would be refused for the same reason.
    assetsInlineLimit: 0,
    // A request costs more than the bytes of a small file, and pages share dozens of them.
    rollupOptions: { output: { experimentalMinChunkSize: 20_000 } },
    // In kB. The limit that counts is 250 kB gzipped on first load.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/dashboard/api': 'http://localhost:4000' } },
});
