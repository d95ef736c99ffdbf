/** What the site claims. Each is a target until the running system has measured it (`figures.ts`). */
export const claims = {
  profit: { value: '40%', label: 'profit increase' },
  availability: { value: '24/7', label: 'availability' },
  setup: { value: '<10 s', label: 'setup', spoken: 'under 10 seconds' },
  uptime: { value: '99.9%', label: 'uptime' },
} as const;
