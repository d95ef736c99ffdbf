/**
 * Makes sure that the desk writes and reads all times with `desk/lib/times.ts`, which takes a named zone. The browser's own
 * functions silently use the zone of the device.
 */
import { type Node, nameOf, walk } from './syntax.ts';

const owner = 'desk/lib/times.ts';

/**
 * The methods of a date that use the zone of the device, such as `toDateString`, `getHours` and `setDate`, but not the UTC ones.
 */
const ofDevice =
  /^(to(Locale)?((Date|Time)?String)|(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)|getTimezoneOffset)$/;

/** A text such as `T00:00` at the end of a template: a time without a zone, which the browser reads in the device's zone. */
const withoutZone = /T\d\d:\d\d(:\d\d)?$/;

function faultOf(node: Node): string | undefined {
  if (node.type === 'MemberExpression') {
    const [object, name] = [nameOf(node['object']), String(nameOf(node['property']))];
    if (object === 'Intl' && (name === 'DateTimeFormat' || name === 'RelativeTimeFormat')) return `Intl.${name}`;
    if (name !== 'toString' && ofDevice.test(name)) return `.${name}()`;
  }
  if (node.type !== 'NewExpression' || nameOf(node['callee']) !== 'Date') return undefined;
  const given = node['arguments'] as readonly Node[];
  const [only] = given;
  if (given.length > 1) return 'new Date() of parts';
  const texts = only?.type === 'TemplateLiteral' ? (only['quasis'] as readonly { value: { cooked: string } }[]) : [];
  const text = only?.type === 'Literal' ? String(only['value']) : (texts.at(-1)?.value.cooked ?? '');
  return withoutZone.test(text) ? 'new Date() of a time without a zone' : undefined;
}

/** The places in a file of the desk that would write or read a time in the device's zone: one sentence each. */
export function deviceTimes(path: string, tree: Node): string[] {
  if (!path.startsWith('desk/') || path === owner || /\.test\.tsx?$/.test(path)) return [];
  const found: string[] = [];
  walk(tree, (node) => {
    const fault = faultOf(node);
    if (fault) found.push(`${path} uses ${fault}: times of the desk are written and read by ${owner}`);
  });
  return found;
}
