/** Who is on the board of the home page. Nobody real, and none of `dealerships.ts`. */
export const board = ['Quarry Road Imports', 'Saltmarsh Auto', 'Tidewater Motors', 'Union Street Cars'] as const;
