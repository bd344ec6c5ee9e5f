import { resetTwoFactor } from '../access/two-factor.ts';
import { SetupError } from '../base/errors.ts';
import { findMemberByEmail } from '../store/accounts/members.ts';
import type { Call } from './command.ts';
import { COMMAND_LINE } from './keys.ts';
import type { Service } from './open.ts';

export async function reset({ db }: Service, { args: [email] }: Call<object, [string]>): Promise<string> {
  const member = await findMemberByEmail(db, email.trim().toLowerCase());
  if (!member) throw new SetupError(`There is no member with the email ${email}.`);
  return (await resetTwoFactor(db, member, COMMAND_LINE))
    ? `Two-factor authentication is off for ${member.email}. They sign in with their password only.`
    : `Two-factor authentication was not on for ${member.email}.`;
}
