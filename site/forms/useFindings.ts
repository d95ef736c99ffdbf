import { type RefObject, useCallback, useRef, useState } from 'react';
import type { Field } from '#contract/fields.ts';
import { tooLongText } from '#contract/free-text.ts';
import type { Finding as Help } from './help.ts';

/** Help beside a field about its answer. Only an answer that is too long is refused, and only when the form is sent. */
export interface Finding extends Help {
  readonly tooLong?: true;
}

export type Findings = Readonly<Record<string, Finding | undefined>>;

const none: Findings = {};

function tooLongOn(field: Field, answer: string): Finding | undefined {
  const text = tooLongText(field, answer);
  return text === undefined ? undefined : { text, tooLong: true };
}

/** Help is fetched once something is typed. A form works as well without it. */
const loadHelp = () => import('./help.ts');

/** The finding on an answer; `undefined` when there is none, or when the help cannot be fetched. */
async function findingOn(field: Field, answer: string): Promise<Finding | undefined> {
  const tooLong = tooLongOn(field, answer);
  if (tooLong || answer.trim() === '') return tooLong;
  const help = await loadHelp().catch(() => undefined);
  return help?.findingOn(field.kind, answer);
}

/** The same findings when this one says nothing new. */
const withFinding = (known: Findings, name: string, finding: Finding | undefined): Findings =>
  known[name]?.text === finding?.text ? known : { ...known, [name]: finding };

/** Help about what was typed, by the name of its field. A finding keeps its identity, so that its field is not drawn anew. */
export function useFindings(fields: readonly Field[], form: RefObject<HTMLFormElement | null>) {
  const [findings, setFindings] = useState<Findings>(none);

  /** The answers that were checked last. Help that arrives for an earlier answer is out of date. */
  const latest = useRef<Record<string, string>>({});

  /** Checks an answer when its field is left. */
  const look = useCallback(
    async (name: string, value: string) => {
      latest.current[name] = value;
      const field = fields.find((candidate) => candidate.name === name);
      const finding = field && (await findingOn(field, value));
      if (latest.current[name] !== value) return;
      setFindings((known) => withFinding(known, name, finding));
    },
    [fields],
  );

  /** Checks an answer while it is typed, only for its length: unfinished is no mistake. Returns what is said of the length. */
  const lookAgain = useCallback(
    (name: string, value: string) => {
      const field = fields.find((candidate) => candidate.name === name);
      if (!field) return;
      latest.current[name] = value;
      loadHelp().catch(() => undefined);
      const finding = tooLongOn(field, value);
      setFindings((known) => ((finding ?? known[name]?.tooLong) ? withFinding(known, name, finding) : known));
      return finding;
    },
    [fields],
  );

  /** Checks every answer, after some were restored or copied. One that follows another is disabled, and has no help of its own. */
  const lookAtAll = useCallback(() => {
    if (!form.current) return;
    // It leaves out what is disabled.
    const answers = new FormData(form.current);
    for (const { name } of fields) void look(name, String(answers.get(name) ?? ''));
  }, [fields, form, look]);

  const forgetFindings = useCallback(() => {
    latest.current = {};
    setFindings(none);
  }, []);

  return { findings, look, lookAgain, lookAtAll, forgetFindings };
}
