import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { texts } from './texts-plugin.ts';

export default defineConfig({
  plugins: [react(), texts()],
  build: {
    // The content security policy lets nothing come from data: addresses but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': 'http://localhost:8080' } },
});
