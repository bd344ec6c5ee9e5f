import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a password that is being chosen. */
export function NewPassword({ label = 'Password', ...props }: PasswordInputProps) {
  return (
    <Secret
      label={label}
      description="At least 10 characters. A few words are easy to remember and hard to guess."
      autoComplete="new-password"
      {...props}
    />
  );
}

/** A field for a password that exists. */
export function CurrentPassword({ label = 'Password', ...props }: PasswordInputProps) {
  return <Secret label={label} autoComplete="current-password" {...props} />;
}

function Secret(props: PasswordInputProps) {
  return (
    <PasswordInput
      required
      withAsterisk={false}
      maxLength={1000}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      {...props}
    />
  );
}
