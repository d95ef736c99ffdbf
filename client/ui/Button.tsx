import './button.css';
import type { ComponentProps } from 'react';

/**
 * `primary` is the main action, of which one is in view at a time; `plain` is any other action; `quiet` one that is seldom needed.
 */
export type ButtonLook = 'primary' | 'plain' | 'quiet';

const classOf = (look: ButtonLook): string => `button button-${look}`;

/** A button. It is of type `button` unless it sends a form. */
export function Button({ look = 'plain', type = 'button', ...rest }: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button {...rest} type={type} className={classOf(look)} />;
}

/** A link that looks like a button. It leads to another page, and works before and without script. */
export function LinkButton({
  look = 'plain',
  children,
  ...rest
}: ComponentProps<'a'> & { look?: ButtonLook; href: string }) {
  return (
    <a {...rest} className={classOf(look)}>
      {children}
    </a>
  );
}
