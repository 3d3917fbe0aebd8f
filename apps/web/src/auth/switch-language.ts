import { auth } from '@mshahara/contract/auth'
import type { Language } from '@mshahara/contract/language'
import { useWrite } from '../lib/api.ts'
import { useMaybeProfile } from '../lib/session.ts'
import { chooseForSignIn } from '../lib/spoken.ts'

/** Kept with the person; before anybody has signed in, with the device. */
export function useSwitchLanguage(): (language: Language) => Promise<void> {
  const profile = useMaybeProfile()
  const { run } = useWrite(auth.setLanguage)
  return async (language) => {
    if (profile) await run({ body: { language } })
    else chooseForSignIn(language)
  }
}
