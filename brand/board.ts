/** The dealerships on the board of the home page. All are fictional, and none is in `dealerships.ts`. */
export const board = ['Quarry Road Imports', 'Saltmarsh Auto', 'Tidewater Motors', 'Union Street Cars'] as const;
