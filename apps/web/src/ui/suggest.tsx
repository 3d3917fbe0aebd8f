import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useState } from 'react'

/**
 * A text with suggestions that may also be something else. Enter takes the first one offered for
 * what was typed, instead of sending the form; whoever means another text goes on with Tab.
 */
export function Suggest({
  onInput,
  onOptionSubmit,
  onKeyDown,
  onBlur,
  ...props
}: AutocompleteProps) {
  const [typed, setTyped] = useState(false)
  return (
    <Autocomplete
      {...props}
      // Nobody who only looks has chosen the first one.
      selectFirstOptionOnChange={typed}
      onInput={(event) => {
        setTyped(event.currentTarget.value.trim() !== '')
        onInput?.(event)
      }}
      onOptionSubmit={(value) => {
        setTyped(false)
        onOptionSubmit?.(value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(false)
        onKeyDown?.(event)
      }}
      onBlur={(event) => {
        setTyped(false)
        onBlur?.(event)
      }}
    />
  )
}
