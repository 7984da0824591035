import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    // The content security policy lets nothing come from data: addresses but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': 'http://localhost:8080' } },
});
