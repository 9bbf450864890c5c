/** Copies from the beginning that are interrupted: prints whether the old copy was shown meanwhile, and what came of them. */
export const interruptedCopies = `
  $copy = new P\\DatabaseCopy();
  $page = fn (array $dois, string $cursor, bool $more, bool $reset) => new PublicationRegistry\\ChangePage(
    array_map(fn ($doi) => ['type' => 'upserted', 'id' => $doi, 'item' => ['doi' => $doi, 'title' => 'T']], $dois),
    $cursor, null, $more, $reset);
  $dois = fn () => array_map(fn ($item) => $item->doi(), P\\Publications::find([], 100)[0]);
  $before = $dois();
  $copy->apply('publications', $page(['10.1/a', '10.1/b'], 'c1', true, true));
  $during = $dois() === $before;
  // Interrupted, and begun again.
  $copy->apply('publications', $page(['10.1/c'], 'c1', true, true));
  $break = fn ($sql) => str_contains($sql, '10.1/f') ? 'NO SQL' : $sql;
  add_filter('query', $break);
  $GLOBALS['wpdb']->suppress_errors();
  try { $copy->apply('publications', $page(['10.1/d', '10.1/f'], 'c2', false, false)); $failed = false; }
  catch (Throwable) { $failed = true; }
  remove_filter('query', $break);
  $cursor = $copy->checkpoint('publications')->cursor;
  $copy->apply('publications', $page(['10.1/e'], 'c3', false, false));
  $after = $dois(); sort($after);
  echo json_encode([$during, $failed, $cursor, $after]);`;
