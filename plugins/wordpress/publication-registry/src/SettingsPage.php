<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use InvalidArgumentException;
use PublicationRegistry\NetworkException;
use PublicationRegistry\RegistryException;
use PublicationRegistry\SiteSync;

/** The page on which an administrator connects the site, step by step. */
final class SettingsPage
{
    private const SLUG = 'publication-registry';
    private const MAY = 'manage_options';
    private const NOTICE = 'publication_registry_notice_';

    public static function start(string $file): void
    {
        add_action('admin_menu', static function (): void {
            $title = __('Publication Registry', 'publication-registry');
            add_options_page($title, $title, self::MAY, self::SLUG, self::show(...));
        });
        add_filter('plugin_action_links_' . plugin_basename($file), static fn (array $links): array => [
            sprintf('<a href="%s">%s</a>', esc_url(self::url()), esc_html__('Settings', 'publication-registry')),
            ...$links,
        ]);
        foreach (['begin', 'complete', 'sync', 'page', 'show_works', 'leave_works', 'disconnect'] as $action) {
            add_action("admin_post_publication_registry_$action", static function () use ($action): void {
                if (!current_user_can(self::MAY)) {
                    wp_die(esc_html__('You may not do this.', 'publication-registry'), '', ['response' => 403]);
                }
                check_admin_referer("publication_registry_$action");
                try {
                    self::notice(self::act($action), true);
                } catch (RegistryException | NetworkException | InvalidArgumentException $failure) {
                    self::notice($failure->getMessage(), false);
                }
                wp_safe_redirect(self::url());
                exit;
            });
        }
    }

    private static function act(string $action): string
    {
        switch ($action) {
            case 'begin':
                Connection::begin(untrailingslashit(self::posted('url')), self::posted('origin_id'));
                return __('The site serves the token of its origin now. Verify the origin in the dashboard.', 'publication-registry');
            case 'complete':
                $problem = Connection::complete(self::posted('credential'));
                Synchronization::schedule();
                Synchronization::run();
                return $problem === null
                    ? __('The site is connected.', 'publication-registry')
                    /* translators: %s: an error message */
                    : sprintf(__('The site is connected. It updates every hour, because the registry cannot notify it: %s', 'publication-registry'), $problem);
            case 'sync':
                return Synchronization::run()
                    ? __('The copy is up to date, or is being updated.', 'publication-registry')
                    : throw new InvalidArgumentException(Synchronization::status()['error']);
            case 'page':
                PublicationPage::createPage();
                return __('The page for publications exists.', 'publication-registry');
            case 'show_works':
            case 'leave_works':
                update_option(Views::WORKS_OPTION, $action === 'show_works' ? 'yes' : 'no');
                return __('Lists that do not say it themselves have changed.', 'publication-registry');
            default:
                Connection::disconnect();
                Views::forget();
                return __('The site is disconnected, and its copy is deleted.', 'publication-registry');
        }
    }

    private static function show(): void
    {
        if (!current_user_can(self::MAY)) {
            return;
        }
        $connection = Connection::read();
        echo '<div class="wrap"><h1>' . esc_html__('Publication Registry', 'publication-registry') . '</h1>';
        self::showNotice();
        if (!get_option('permalink_structure')) {
            self::warn(__('Choose any permalink structure but "Plain" first: the registry looks for the token below /wp-json/.', 'publication-registry'));
        }
        self::showBegin($connection);
        if ($connection->get('token') !== '') {
            self::showComplete($connection);
        }
        if ($connection->isComplete()) {
            self::showStatus($connection);
        }
        echo '</div>';
    }

    private static function showBegin(Connection $connection): void
    {
        echo '<h2>' . esc_html__('1. Prove that this site is yours', 'publication-registry') . '</h2><p>';
        printf(
            /* translators: %s: the origin of this site, such as https://www.example.org */
            esc_html__('In the dashboard of the registry, open "Installations", create one for WordPress, and add the origin %s. Then enter here the address of the registry and the id of the origin.', 'publication-registry'),
            '<code>' . esc_html(self::origin()) . '</code>',
        );
        echo '</p>';
        self::form('begin', __('Serve the token', 'publication-registry'), [
            'url' => [__('Address of the registry', 'publication-registry'), 'url', $connection->get('url')],
            'origin_id' => [__('Id of the origin', 'publication-registry'), 'text', $connection->get('origin_id')],
        ]);
    }

    private static function showComplete(Connection $connection): void
    {
        echo '<h2>' . esc_html__('2. Connect', 'publication-registry') . '</h2><p>';
        esc_html_e('Press "Verify" in the dashboard. Then issue a credential there and enter it here. It is kept in the database of this site and never shown again.', 'publication-registry');
        echo '</p>';
        if ($connection->isComplete()) {
            /* translators: %s: the last four characters of a credential */
            echo '<p>' . esc_html(sprintf(__('A credential that ends with %s is stored.', 'publication-registry'), substr($connection->get('credential'), -4))) . '</p>';
        }
        self::form('complete', __('Connect', 'publication-registry'), [
            'credential' => [__('Credential', 'publication-registry'), 'password', ''],
        ]);
    }

    private static function showStatus(Connection $connection): void
    {
        ['synced_at' => $syncedAt, 'error' => $error] = Synchronization::status();
        $at = $syncedAt === 0 ? '–' : wp_date(get_option('date_format') . ' ' . get_option('time_format'), $syncedAt);
        $webhook = $connection->get('webhook_id') !== ''
            ? __('Changes arrive within about a minute.', 'publication-registry')
            : __('Changes arrive within an hour.', 'publication-registry');
        echo '<h2>' . esc_html__('3. Show publications', 'publication-registry') . '</h2><p>';
        /* translators: 1: number of publications, 2: date and time */
        echo esc_html(sprintf(__('%1$s publications, last updated: %2$s.', 'publication-registry'), number_format_i18n(Publications::count()), $at));
        echo ' ' . esc_html($webhook) . '</p>';
        if ($error !== '') {
            /* translators: %s: an error message */
            self::warn(sprintf(__('The last update failed: %s', 'publication-registry'), $error));
        }
        self::showLists();
        echo '<p>' . esc_html__('Add the block "List of publications" to any page, or a shortcode:', 'publication-registry') . ' <code>[publication_registry_list filters="yes"]</code></p>';
        $page = PublicationPage::id();
        if ($page !== 0) {
            printf('<p><a href="%s">%s</a></p>', esc_url((string) get_permalink($page)), esc_html__('The page for publications', 'publication-registry'));
        } else {
            self::form('page', __('Create a page for publications', 'publication-registry'));
        }
        if (DatabaseCopy::has('works')) {
            echo '<p>' . esc_html(Views::hasWorks()
                ? __('Lists show works without a DOI, unless they say works="no".', 'publication-registry')
                : __('Lists show no works without a DOI, unless they say works="yes".', 'publication-registry')) . '</p>';
            Views::hasWorks()
                ? self::form('leave_works', __('Leave works out', 'publication-registry'))
                : self::form('show_works', __('Show works', 'publication-registry'));
        }
        self::form('sync', __('Update now', 'publication-registry'));
        self::form('disconnect', __('Disconnect and delete the copy', 'publication-registry'));
    }

    /** What else the copy has, and why something is missing. */
    private static function showLists(): void
    {
        $off = Synchronization::status()['off'];
        $names = [
            'groups' => [__('Groups', 'publication-registry'), 'groups.read'],
            'works' => [__('Works without a DOI', 'publication-registry'), 'works.read'],
            'people' => [__('People', 'publication-registry'), 'people.read'],
        ];
        echo '<ul>';
        foreach ($names as $list => [$name, $scope]) {
            $state = match ($off[$list] ?? null) {
                /* translators: %s: the name of a permission, such as groups.read */
                SiteSync::NO_SCOPE => sprintf(__('off, because the installation does not have the scope %s. An administrator of the registry can add it under "Installations".', 'publication-registry'), $scope),
                SiteSync::OLD_REGISTRY => __('off, because this version of the registry does not offer them to sites.', 'publication-registry'),
                default => number_format_i18n(Publications::count($list)),
            };
            echo '<li>' . esc_html("$name: $state") . '</li>';
        }
        echo '</ul>';
    }

    /** @param array<string, array{string, string, string}> $fields label, type and value by name */
    private static function form(string $action, string $button, array $fields = []): void
    {
        printf('<form method="post" action="%s">', esc_url(admin_url('admin-post.php')));
        printf('<input type="hidden" name="action" value="%s">', esc_attr("publication_registry_$action"));
        wp_nonce_field("publication_registry_$action");
        foreach ($fields as $name => [$label, $type, $value]) {
            printf(
                '<p><label>%s<br><input class="regular-text" type="%s" name="%s" value="%s" autocomplete="off" required></label></p>',
                esc_html($label),
                esc_attr($type),
                esc_attr($name),
                esc_attr($value),
            );
        }
        submit_button($button, $fields === [] ? 'secondary' : 'primary');
        echo '</form>';
    }

    private static function warn(string $text): void
    {
        echo '<div class="notice notice-warning inline"><p>' . esc_html($text) . '</p></div>';
    }

    private static function notice(string $text, bool $isGood): void
    {
        set_transient(self::NOTICE . get_current_user_id(), [mb_substr($text, 0, 500), $isGood], 60);
    }

    private static function showNotice(): void
    {
        $notice = get_transient(self::NOTICE . get_current_user_id());
        if (is_array($notice)) {
            delete_transient(self::NOTICE . get_current_user_id());
            printf('<div class="notice notice-%s"><p>%s</p></div>', $notice[1] ? 'success' : 'error', esc_html($notice[0]));
        }
    }

    private static function posted(string $name): string
    {
        // check_admin_referer was called before.
        $value = $_POST[$name] ?? '';
        return is_string($value) ? substr(sanitize_text_field(wp_unslash($value)), 0, 500) : '';
    }

    private static function origin(): string
    {
        $parts = wp_parse_url(home_url());
        return $parts['scheme'] . '://' . $parts['host'] . (isset($parts['port']) ? ":{$parts['port']}" : '');
    }

    private static function url(): string
    {
        return admin_url('options-general.php?page=' . self::SLUG);
    }
}
