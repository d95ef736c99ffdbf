import type { Plugin } from 'vite';

export function pagesInDevelopment(): Plugin;
