/** How long a new control ignores presses, in milliseconds: longer than the time between the two taps of a double tap. */
export const ignorePressesMs = 600;
