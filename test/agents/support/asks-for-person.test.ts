import { asksForPerson } from '../../../agents/support/asks-for-person';

describe('a person is asked for', () => {
  test.each([
    'I want to talk to a human.',
    'Put me through.',
    'Put me through to your manager please',
    'Can I speak to someone?',
    'Where is my order #W7752779? Actually, let me speak to a person.',
    'What does the refund come to, and can I talk to a real person about it?',
    'THIS IS RIDICULOUS. GET ME A SUPERVISOR',
    'human please',
    'agent',
    'I would like to speak with a representative',
    'Please escalate this.',
    'No more bots!',
    'Is there a real person I can chat with?',
    'Please call me.',
    'transfer me to an operator',
    'I do not want a bot, I want a human',
    'Refund 52.01 USD for #W7752779. If not, connect me with somebody.',
    'My courier was rude and I want to talk to a manager',
  ])('%j', (message) => {
    expect(asksForPerson(message)).toBe(true);
  });
});

describe('no person is asked for', () => {
  test.each([
    'Where is my order?',
    'Refund 52.01 USD for order #W7752779',
    'I do not need to talk to a person',
    'No need to escalate this',
    'I talked to a person yesterday and they said yes',
    'I already spoke with your agent',
    'The delivery person left it in the rain',
    'I have to talk to my manager first',
    'I talked to my boss',
    'Please do not call me.',
    'The courier did not call me',
    'I gave it to a person at the door',
    'The parcel was sent to another person',
    'Who is the contact person on the order?',
    'It was a present for a person who moved',
    'You may call me a fool',
    'The human anatomy book came damaged',
    'I bought it from a travel agent',
    'There were two people at the door',
    'The operator that delivered it was late',
    'Never call me again',
    'They transferred me to a manager last week and he was kind',
    'I was connected to an operator yesterday',
    '',
    '\u0000\u0000',
  ])('%j', (message) => {
    expect(asksForPerson(message)).toBe(false);
  });
  test('a message of the greatest length -> an answer in no time', () => {
    const begun = performance.now();
    asksForPerson('talk to a '.repeat(2_000));
    expect(performance.now() - begun).toBeLessThan(500);
  });
});
