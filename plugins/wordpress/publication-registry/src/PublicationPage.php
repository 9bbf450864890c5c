<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\Item;
use WP_Query;

/**
 * The page on which each publication and each person has an address of its own. It is an ordinary page of the site, so
 * that it looks like all others.
 */
final class PublicationPage
{
    private const OPTION = 'publication_registry_page';
    private const DOI = 'pubreg_doi';
    private const PERSON = 'pubreg_person';

    /** On init. */
    public static function register(): void
    {
        add_rewrite_tag('%' . self::DOI . '%', '(10\..+)');
        add_rewrite_tag('%' . self::PERSON . '%', '([^&]+)');
        $page = self::id();
        if ($page !== 0) {
            $path = preg_quote((string) get_page_uri($page), '~');
            add_rewrite_rule("^$path/(10\\..+?)/?$", "index.php?page_id=$page&" . self::DOI . '=$matches[1]', 'top');
        }
    }

    public static function start(): void
    {
        add_action('wp', self::answerMissing(...));
        add_action('wp_head', self::printTags(...), 5);
        add_filter('get_canonical_url', self::canonical(...));
        add_filter('document_title_parts', self::documentTitle(...));
        add_filter('redirect_canonical', static fn ($url) => self::doi() === '' ? $url : false);
    }

    /** The page, if it exists and is public. */
    public static function id(): int
    {
        $id = (int) get_option(self::OPTION);
        return $id !== 0 && get_post_status($id) === 'publish' ? $id : 0;
    }

    /** @return int the id of the new page; 0 if WordPress refuses it */
    public static function createPage(): int
    {
        $id = self::id() ?: (int) wp_insert_post([
            'post_type' => 'page',
            'post_status' => 'publish',
            'post_title' => __('Publications', 'publication-registry'),
            'post_content' => '<!-- wp:publication-registry/publication /-->',
        ]);
        update_option(self::OPTION, $id);
        self::register();
        flush_rewrite_rules();
        return $id;
    }

    public static function deletePage(): void
    {
        $id = (int) get_option(self::OPTION);
        if ($id !== 0) {
            wp_delete_post($id, true);
        }
        delete_option(self::OPTION);
        flush_rewrite_rules();
    }

    /** The address of a publication; null if the site has no page for them. */
    public static function urlOf(string $doi): ?string
    {
        $page = self::id();
        if ($page === 0) {
            return null;
        }
        $url = (string) get_permalink($page);
        return get_option('permalink_structure')
            ? trailingslashit($url) . implode('/', array_map('rawurlencode', explode('/', $doi)))
            : add_query_arg(self::DOI, rawurlencode($doi), $url);
    }

    public static function urlOfPerson(string $slug): ?string
    {
        $page = self::id();
        return $page === 0 ? null : add_query_arg(self::PERSON, rawurlencode($slug), (string) get_permalink($page));
    }

    /** The DOI in the address of this request; empty if there is none. */
    public static function doi(): string
    {
        // Of a path, WordPress encodes what is encoded already.
        return get_option('permalink_structure') ? rawurldecode(self::asked(self::DOI)) : self::asked(self::DOI);
    }

    /** The person in the address of this request; empty if there is none. */
    public static function person(): string
    {
        return self::asked(self::PERSON);
    }

    /** @return array<string, string> the parameter that leads to the person of this request */
    public static function personQuery(): array
    {
        return [self::PERSON => self::person()];
    }

    /** 404 for what is not in the copy, for instance because it is no longer public. */
    private static function answerMissing(): void
    {
        global $wp_query;
        $isMissing = (self::doi() !== '' && self::item() === null)
            || (self::person() !== '' && Publications::person(self::person()) === null);
        if ($wp_query instanceof WP_Query && $isMissing) {
            $wp_query->set_404();
            status_header(404);
            // WordPress would lead to a page with a similar address.
            add_filter('redirect_canonical', '__return_false');
            nocache_headers();
        }
    }

    /** Tags for Google Scholar and reference managers. */
    private static function printTags(): void
    {
        foreach (self::item()?->citationTags(determine_locale()) ?? [] as [$name, $content]) {
            printf('<meta name="%s" content="%s">' . "\n", esc_attr($name), esc_attr($content));
        }
    }

    private static function canonical(string $url): string
    {
        $item = self::item();
        return $item === null ? $url : (self::urlOf($item->doi()) ?? $url);
    }

    /**
     * @param array<string, string> $parts
     * @return array<string, string>
     */
    private static function documentTitle(array $parts): array
    {
        $title = self::item()?->title(determine_locale())[0] ?? '';
        return $title === '' ? $parts : ['title' => $title] + $parts;
    }

    private static function item(): ?Item
    {
        $doi = self::doi();
        return $doi === '' ? null : Publications::byDoi($doi);
    }

    private static function asked(string $name): string
    {
        $value = is_admin() || !is_page(self::id() ?: -1) ? '' : get_query_var($name);
        return is_string($value) ? substr(trim($value), 0, 2000) : '';
    }
}
