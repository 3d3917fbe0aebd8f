import { PasswordInput } from '@mantine/core'
import { passwordMin } from '@mshahara/contract/fields'

interface Form {
  getInputProps: (path: string) => object
}

/** New password and its repetition, the same on every screen that asks for them. */
export function NewPassword({ form, autoFocus }: { form: Form; autoFocus?: boolean }) {
  const toggle = (what: string) => ({ 'aria-label': `Show or hide the ${what}`, tabIndex: 0 })
  return (
    <>
      <PasswordInput
        label="New Password"
        description={`At least ${passwordMin} characters`}
        autoComplete="new-password"
        autoFocus={autoFocus}
        visibilityToggleButtonProps={toggle('new password')}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirm Password"
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle('repeated password')}
        {...form.getInputProps('password_confirmation')}
      />
    </>
  )
}
