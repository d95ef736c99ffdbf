/** The target figures of our own remote desktop. */
export const lync = {
  users: { value: '50', before: 'up to', label: 'users per session', standing: 'target' },
  latency: { value: '100 ms', before: 'under', label: 'latency', standing: 'target' },
  uptime: { value: '99.9%', before: '', label: 'uptime', standing: 'target' },
  dataCenters: { value: '50+', before: '', label: 'data centers', standing: 'target' },
} as const;
