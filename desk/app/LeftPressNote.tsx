import './left-press-note.css';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { Alert } from '#client/ui/Alert.tsx';
import { Button, LinkButton } from '#client/ui/Button.tsx';
import { forgetLeftPress, useLeftPress } from '../lib/left-press.ts';

/** Shows, on every screen, why a press failed whose own screen was left. Opening that screen again takes the message away. */
export function LeftPressNote() {
  const press = useLeftPress();
  const [location] = useLocation();
  const isThere = press?.path === location;
  useEffect(() => {
    if (isThere) forgetLeftPress();
  }, [isThere]);
  // The next person who signs in did not press it: forget the message when this shell goes.
  useEffect(() => forgetLeftPress, []);
  return (
    <Alert tone="stop" shown={press !== undefined} attempt={press?.count ?? 0}>
      <p>
        {press?.about}: {press?.why}
      </p>
      <p className="row-of-buttons">
        <Link href={press?.path ?? ''} asChild>
          <LinkButton href="">Open {press?.about}</LinkButton>
        </Link>
        <Button look="quiet" onClick={forgetLeftPress}>
          Close this message
        </Button>
      </p>
    </Alert>
  );
}
