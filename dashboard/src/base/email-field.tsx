import { TextInput, type TextInputProps } from '@mantine/core';

export function EmailField(props: TextInputProps) {
  return <TextInput label="Email" type="email" autoComplete="username" required maxLength={254} {...props} />;
}
