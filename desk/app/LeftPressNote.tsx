import './left-press-note.css';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { Alert } from '#client/ui/Alert.tsx';
import { Button, LinkButton } from '#client/ui/Button.tsx';
import { forgetLeftPress, forgetLeftPressAt, useLeftPress } from '../lib/left-press.ts';
import { screens } from './screens.tsx';

/** The name of the screen of a path: `Messages`. */
const screenAt = (path: string): string =>
  screens.find((one) => [one.path, one.record].some((pattern) => pattern?.split('/')[1] === path.split('/')[1]))
    ?.name ?? 'Your account';

/** Shows, on every screen, why a press failed whose own screen was left. Opening that screen again takes the message away. */
export function LeftPressNote() {
  const press = useLeftPress();
  const [location] = useLocation();
  useEffect(() => forgetLeftPressAt(location), [location]);
  // The next person who signs in did not press it: forget the message when this shell goes.
  useEffect(() => forgetLeftPress, []);
  const about = press && (press.about || screenAt(press.path));
  return (
    <Alert tone="stop" shown={press !== undefined} attempt={press?.count ?? 0}>
      <p>
        {about}: {press?.why}
      </p>
      <p className="row-of-buttons">
        {press?.path !== location && (
          <Link href={press?.path ?? ''} asChild>
            <LinkButton href="">Open {about}</LinkButton>
          </Link>
        )}
        <Button look="quiet" onClick={forgetLeftPress}>
          Close this message
        </Button>
      </p>
    </Alert>
  );
}
