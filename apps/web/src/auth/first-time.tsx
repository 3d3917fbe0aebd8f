import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import { FirstTimeModal } from './first-time-modal.tsx'
import { greeting } from './steps.ts'
import { authTexts } from './texts.ts'

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
      {opened && <FirstTimeModal hidden={hidden} onClose={close} />}
    </>
  )
}
