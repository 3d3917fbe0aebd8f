import { Anchor } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import { greeting } from './sign-in.ts'
import { authTexts } from './texts.ts'

const FirstTimeModal = lazy(() => import('./first-time-modal.tsx'))
const hiddenKey = 'mshahara.first-time-hidden'

export function FirstTime() {
  const t = useLaterTexts(authTexts)
  const hidden = localStorage.getItem(hiddenKey) !== null
  const [opened, setOpened] = useState(greeting.due && !hidden)
  useEffect(() => {
    greeting.due = false
  }, [])
  function close(never: boolean) {
    if (never) localStorage.setItem(hiddenKey, '1')
    else localStorage.removeItem(hiddenKey)
    setOpened(false)
  }
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={() => setOpened(true)}>
        {t.firstTime}
      </Anchor>
      {opened && (
        <Suspense fallback={null}>
          <FirstTimeModal hidden={hidden} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
