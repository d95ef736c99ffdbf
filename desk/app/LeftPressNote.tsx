import './left-press-note.css';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { Alert } from '#client/ui/Alert.tsx';
import { Button, LinkButton } from '#client/ui/Button.tsx';
import { forgetLeftPress, useLeftPress } from '../lib/left-press.ts';

/** Says on every screen what a press came to whose own screen was left, until that is opened again. */
export function LeftPressNote() {
  const press = useLeftPress();
  const [location] = useLocation();
  const isThere = press?.path === location;
  useEffect(() => {
    if (isThere) forgetLeftPress();
  }, [isThere]);
  // Whoever signs in next did not press it.
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
