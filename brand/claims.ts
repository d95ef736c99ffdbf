/** What the site claims. `target` stands beside each until the running system has measured it (`figures.ts`). */
export const claims = {
  profit: { value: '40%', label: 'profit increase', standing: 'target' },
  availability: { value: '24/7', label: 'availability', standing: 'target' },
  setup: { value: '<10 s', label: 'setup', spoken: 'under 10 seconds', standing: 'target' },
  uptime: { value: '99.9%', label: 'uptime', standing: 'target' },
} as const;
