import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Field for a new password. */
export function NewPassword({ label = 'Password', ...props }: PasswordInputProps) {
  return (
    <Secret
      label={label}
      description="At least 10 characters. Several random words are easy to remember and hard to guess."
      autoComplete="new-password"
      {...props}
    />
  );
}

/** Field for the current password. */
export function CurrentPassword({ label = 'Password', ...props }: PasswordInputProps) {
  return <Secret label={label} autoComplete="current-password" {...props} />;
}

function Secret(props: PasswordInputProps) {
  return (
    <PasswordInput
      required
      maxLength={1000}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
      {...props}
    />
  );
}
