import type { Endpoint } from '@mshahara/contract/endpoint'
import { useEffect } from 'react'
import { keyOf, queryClient } from '../lib/api.ts'
import { checkSession } from '../lib/session.ts'

/** The first screen comes first. */
const start_ms = 3000
/** Refused for now: too many pages are open, or the server is on its way back. */
const again_ms = 60_000
/** A switch in this window ends the old session too, and is done by then. */
const settled_ms = 1500

/** Hears that there is something to look at, while anybody can see the page. */
export function useNews(list: Endpoint) {
  useEffect(() => watch(list), [list])
}

function watch(list: Endpoint) {
  let source: EventSource | undefined
  let timer = setTimeout(open, start_ms)
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(open, ms)
  }
  const look = () => void queryClient.invalidateQueries({ queryKey: keyOf(list) })
  function close() {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  function open() {
    if (document.hidden || source) return
    let opened = false
    source = new EventSource('/api/news')
    source.addEventListener('news', look)
    source.addEventListener('open', () => {
      // Back after a break, in which something may have been said.
      if (opened) look()
      opened = true
    })
    source.addEventListener('ended', () => {
      close()
      setTimeout(checkSession, settled_ms)
      later(2 * settled_ms)
    })
    source.addEventListener('error', () => {
      // Otherwise the browser itself tries again.
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      // Perhaps because the session ended before there was anything to hear it by.
      checkSession()
      later(again_ms)
    })
  }
  function turn() {
    if (document.hidden) return close()
    look()
    open()
  }
  document.addEventListener('visibilitychange', turn)
  return () => {
    document.removeEventListener('visibilitychange', turn)
    close()
  }
}
