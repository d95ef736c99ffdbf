/** The event with which the page's entry says that it cannot load the page's module. */
export const missingEvent = 'missing';
