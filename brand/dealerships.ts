/** Eight sample dealerships, with which a new database begins; `npm run dealerships` changes them. One has no telephone number. */
export const dealerships = [
  { name: 'Alder Creek Motors', phone: '(207) 555-0131' },
  { name: 'Bayside Auto Group', phone: '(207) 555-0132' },
  { name: 'Copper Hill Imports', phone: '(207) 555-0133' },
  { name: 'Driftless Trucks', phone: '' },
  { name: 'Eastgate Pre-Owned', phone: '(207) 555-0135' },
  { name: 'Fox Hollow Powersports', phone: '(207) 555-0136' },
  { name: 'Granite Coast Cars', phone: '(207) 555-0137' },
  { name: 'Harbor Point Motors', phone: '(207) 555-0138' },
] as const;
