import { Button, TextInput } from '@mantine/core'
import { type OwnFactor, secondFactor } from '@mshahara/contract/second-factor'
import type { MouseEvent } from 'react'
import { useRead, useWrite } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { toast } from '../lib/toast.tsx'
import { askPasskey, canUsePasskeys } from './passkey.ts'
import { factorTexts } from './texts.ts'

/** In a form: a code of the app, a recovery code, or a passkey, which sends the form at once. */

interface Props {
  form: { getInputProps: (path: string) => object }
  onPasskey: (answer: object) => void
  autoFocus?: boolean
}

export function FactorFields({
  form,
  factors,
  onPasskey,
  autoFocus,
}: Props & { factors: OwnFactor[] }) {
  const t = useTexts(factorTexts)
  const challenge = useWrite(secondFactor.challenge)
  const has = (kind: OwnFactor['kind']) => factors.some((factor) => factor.kind === kind)
  async function ask({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const asked = await challenge.run({}).catch(() => undefined)
    if (!asked?.data.passkey) return
    const answer = await askPasskey(asked.data.passkey)
    if (!answer) return toast('warning', t.passkeyFailed)
    onPasskey(answer)
    currentTarget.form?.requestSubmit()
  }
  return (
    <>
      <TextInput
        label={t.code}
        description={has('totp') ? t.enterFactor : t.enterRecovery}
        autoComplete="one-time-code"
        data-autofocus={autoFocus || undefined}
        {...form.getInputProps('code')}
      />
      {has('passkey') && canUsePasskeys() && (
        <Button variant="default" loading={challenge.busy} onClick={(event) => void ask(event)}>
          {t.usePasskey}
        </Button>
      )}
    </>
  )
}

/** Of whoever fills it in: nothing where they have no factor. */
export default function OwnFactorFields(props: Props) {
  const { data } = useRead(secondFactor.list)
  if (!data || data.factors.length === 0) return null
  return <FactorFields {...props} factors={data.factors} />
}
