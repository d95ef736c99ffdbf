import { type RefObject, useCallback, useState } from 'react';
import type { Field } from '#contract/fields.ts';
import { tooLongText } from '#contract/text.ts';
import { type Finding as Help, findingOn as helpOn } from './help.ts';
import { readForm } from './read-form.ts';

/** What is said beside a field about what was typed. Only what is too long is refused, and only when it is sent. */
export interface Finding extends Help {
  readonly tooLong?: true;
}

export type Findings = Readonly<Record<string, Finding | undefined>>;

const none: Findings = {};

function tooLongOn(field: Field, answer: string): Finding | undefined {
  const text = tooLongText(field, answer);
  return text === undefined ? undefined : { text: `${text}. All of it is kept until you do.`, tooLong: true };
}

/** What is worth saying about an answer; `undefined` when nothing is. */
export const findingOn = (field: Field, answer: string): Finding | undefined =>
  tooLongOn(field, answer) ?? helpOn(field.kind, answer);

/** Help about what was typed, by the name of its field. A finding keeps its identity, so that its field is not drawn anew. */
export function useFindings(fields: readonly Field[], form: RefObject<HTMLFormElement | null>) {
  const [findings, setFindings] = useState<Findings>(none);

  /** Looks at an answer whose field was left. */
  const look = useCallback(
    (name: string, value: string) => {
      const field = fields.find((candidate) => candidate.name === name);
      const finding = field && findingOn(field, value);
      setFindings((known) => (known[name]?.text === finding?.text ? known : { ...known, [name]: finding }));
    },
    [fields],
  );

  /** Looks at an answer that is being typed. What is unfinished is no mistake; that it is too long is said at once. */
  const lookAgain = useCallback(
    (name: string, value: string) => {
      const field = fields.find((candidate) => candidate.name === name);
      if (!field) return;
      const finding = tooLongOn(field, value);
      setFindings((known) => {
        if (known[name]?.text === finding?.text || (!finding && !known[name]?.tooLong)) return known;
        return { ...known, [name]: finding };
      });
    },
    [fields],
  );

  /** Looks at every answer: they came back from the device. */
  const lookAtAll = useCallback(() => {
    if (!form.current) return;
    const answers = readForm(form.current, fields);
    const textOf = ({ name }: Field) => (typeof answers[name] === 'string' ? answers[name] : '');
    setFindings(Object.fromEntries(fields.map((field) => [field.name, findingOn(field, textOf(field))])));
  }, [fields, form]);

  const forgetFindings = useCallback(() => setFindings(none), []);

  return { findings, look, lookAgain, lookAtAll, forgetFindings };
}
