/**
 * The result of a press on a record:
 * - `taken`: it was done, now or by an earlier press;
 * - `late`: it was not done, because somebody else was first or changed the record since it was read. `record` is how it stands now;
 * - `refused`: the server says why in a sentence. `name` is the name of the refusal, when the server gave one;
 * - `unreachable`: no response in time. The same press can be sent again.
 */
export type Sent<Shown> =
  | { readonly kind: 'taken' | 'late'; readonly record: Shown }
  | { readonly kind: 'refused'; readonly name?: string | undefined; readonly text: string }
  | { readonly kind: 'unreachable' };
