import { Button, Stack } from '@mantine/core'
import { type OwnFactor, secondFactor } from '@mshahara/contract/second-factor'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { home } from '../lib/next.ts'
import { renewSession, signOut } from '../lib/session.ts'
import { Panel } from '../ui/panel.tsx'
import { AddFactor } from './add-factor.tsx'
import { AddButtons } from './factors-card.tsx'
import { factorTexts } from './texts.ts'

/** Where somebody is led who can do nothing else before they have a second factor. */
export default function FactorDue() {
  const t = useTexts(factorTexts)
  const navigate = useNavigate()
  const { data } = useRead(secondFactor.list)
  const [kind, setKind] = useState<OwnFactor['kind']>()
  async function goOn() {
    const profile = await renewSession()
    if (profile) await navigate({ href: home(profile), replace: true })
  }
  async function leave() {
    await signOut()
    await navigate({ to: '/login' })
  }
  return (
    <Panel title={t.dueTitle} text={t.dueText}>
      <Stack align="flex-start">
        <AddButtons onAdd={setKind} />
        <Button variant="subtle" onClick={() => void leave()}>
          {t.signOut}
        </Button>
      </Stack>
      {kind && data && (
        <AddFactor
          kind={kind}
          factors={data.factors}
          onClose={() => setKind(undefined)}
          onDone={goOn}
        />
      )}
    </Panel>
  )
}
