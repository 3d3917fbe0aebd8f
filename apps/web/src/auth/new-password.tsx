import { PasswordInput } from '@mantine/core'
import { passwordMin } from '@mshahara/contract/fields'
import { useLaterTexts } from '../lib/language.tsx'
import { useShowCharacters } from './show-characters.ts'
import { authTexts } from './texts.ts'

interface Form {
  getInputProps: (path: string) => object
}

/** The new password, typed twice, the same on every screen that asks for it. */
export function NewPassword({ form, autoFocus }: { form: Form; autoFocus?: boolean }) {
  const t = useLaterTexts(authTexts)
  const showCharacters = useShowCharacters()
  return (
    <>
      <PasswordInput
        label={t.newPassword}
        description={t.atLeast({ count: passwordMin })}
        autoComplete="new-password"
        autoFocus={autoFocus}
        visibilityToggleButtonProps={showCharacters}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label={t.confirmPassword}
        autoComplete="new-password"
        visibilityToggleButtonProps={{
          ...showCharacters,
          'aria-label': t.showRepeated,
        }}
        {...form.getInputProps('password_confirmation')}
      />
    </>
  )
}
