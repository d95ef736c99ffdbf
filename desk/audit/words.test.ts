import { expect, test } from 'vitest';
import { auditActions, auditKinds } from '#contract/desk/audit.ts';
import { actionLabel, actionText, kindText, needsAttention, thingText } from './words.ts';

test('R144 every action and every kind of the audit log has words of its own', () => {
  const texts = auditActions.map(actionText);
  expect(texts.filter((text) => !/^[a-z][a-z, ]*[a-z]$/.test(text))).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
  expect(auditKinds.map(kindText).filter((text) => text.trim() === '')).toEqual([]);
});

test('R144 what an admin should look at twice is this list and nothing else', () => {
  // A change here is a decision: each widens what somebody may do or reach, takes somebody's way in, or touches the log itself.
  expect(auditActions.filter(needsAttention).toSorted()).toEqual([
    'account-recovered',
    'api-token-made',
    'audit-key-changed',
    'audit-pruned',
    'code-revoked',
    'codes-guessed',
    'dealership-closed',
    'dealership-removed',
    'dealership-reopened',
    'desk-set-up',
    'device-link-made',
    'erasure-given-up',
    'erasure-sealed-anew',
    'exported',
    'hold-ended',
    'hold-set',
    'invitation-confirmed',
    'person-removed',
    'person-sought',
    'records-erased',
    'records-erased-again',
    'recovery-code-used',
    'recovery-link-made',
    'restored',
    'role-changed',
    'setting-changed',
    'sweep-confirmed',
    'webhook-added',
    'webhook-edited',
  ]);
});

test('R144 an action is named in the filter as a sentence begins, and letters that stand for words stay capital', () => {
  expect(actionLabel('role-changed')).toBe('Role changed');
  expect(actionLabel('api-token-made')).toBe('API token made');
});

test('R144 a thing that has no name but its own id is named in words, and what people named stays as it is', () => {
  expect(thingText({ kind: 'list', id: 'api-tokens', label: null })).toBe('the list API tokens');
  expect(thingText({ kind: 'list', id: 'first-hour', label: 'first-hour' })).toBe('the list first hour');
  expect(thingText({ kind: 'setting', id: 'text-agent', label: null })).toBe('setting text agent');
  expect(thingText({ kind: 'dealership', id: 'd-1', label: 'Al-Nour Motors' })).toBe('dealership Al-Nour Motors');
  expect(thingText({ kind: 'message', id: '019a2f3c-06c7-7e85-8d2e-61b0ac91d2ea', label: null })).toBe(
    'message ac91d2ea',
  );
});
