import { PasswordInput } from '@mantine/core'
import { passwordMin } from '@mshahara/contract/fields'

/** Named without the field's own label, so that the two are never mistaken for each other. */
export const showCharacters = { 'aria-label': 'Show characters', tabIndex: 0 }

interface Form {
  getInputProps: (path: string) => object
}

/** The new password, typed twice, the same on every screen that asks for it. */
export function NewPassword({ form, autoFocus }: { form: Form; autoFocus?: boolean }) {
  return (
    <>
      <PasswordInput
        label="New Password"
        description={`At least ${passwordMin} characters`}
        autoComplete="new-password"
        autoFocus={autoFocus}
        visibilityToggleButtonProps={showCharacters}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirm Password"
        autoComplete="new-password"
        visibilityToggleButtonProps={{
          ...showCharacters,
          'aria-label': 'Show repeated characters',
        }}
        {...form.getInputProps('password_confirmation')}
      />
    </>
  )
}
