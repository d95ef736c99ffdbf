import { describe, expect, test } from 'vitest';
import { readSendSmsResponse } from './create-request.ts';

describe('S7.5 the answer of send-sms', () => {
  test('is a success when it says so', () => {
    expect(readSendSmsResponse(200, '{"success":true}')).toEqual({ ok: true });
  });

  test.each([
    ['a text', 500, 'The texts are down', 'The texts are down'],
    ['a refusal of the platform', 401, '{"code":401,"message":"Missing authorization header"}'],
    ['no text', 503, '', 'Server error: 503'],
    ['a redirect without text', 302, '', 'Server error: 302'],
  ])('S8.3 with a status that is not OK and %s is a failure with that text', (_, status, body, reason = body) => {
    expect(readSendSmsResponse(status, body)).toEqual({ ok: false, reason });
  });

  test.each(['', 'OK', '<!doctype html>', '{"success":'])('S8.3 that is no JSON is a failure: %j', (body) => {
    expect(readSendSmsResponse(200, body)).toEqual({ ok: false, reason: 'Invalid response from server' });
  });

  test('S8.3 without success is a failure with the error it names', () => {
    const body = '{"success":false,"error":"This dealership is not in our list"}';
    expect(readSendSmsResponse(200, body)).toEqual({ ok: false, reason: 'This dealership is not in our list' });
  });

  test.each([
    '{"success":false}',
    '{"success":false,"error":""}',
    '{"success":false,"error":{"code":1}}',
    '{"success":"true"}',
    '{}',
    'null',
    '[]',
    '7',
  ])('S8.3 without success and without a text is a failure all the same: %s', (body) => {
    const reason = 'Failed to send request. Please try again.';
    expect(readSendSmsResponse(200, body)).toEqual({ ok: false, reason });
  });
});
