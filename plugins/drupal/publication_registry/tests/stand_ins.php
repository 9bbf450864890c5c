<?php

declare(strict_types=1);

// The few classes of Drupal and Symfony that the module uses, for tests without Drupal.

namespace Drupal\Core\State {
    interface StateInterface
    {
    }
}

namespace Drupal\Core\Lock {
    interface LockBackendInterface
    {
    }
}

namespace Drupal\Core\Cache {
    interface CacheTagsInvalidatorInterface
    {
        public function invalidateTags(array $tags);
    }
}

namespace Drupal\Core\Controller {
    abstract class ControllerBase
    {
    }
}

namespace Drupal\Core\Plugin {
    interface ContainerFactoryPluginInterface
    {
    }
}

namespace Drupal\Core\Form {
    /** The values of a form, and the errors beside its fields. */
    final class FormStateInterface
    {
        /** @var array<string, string> */
        public array $errors = [];

        public function __construct(private readonly array $values)
        {
        }

        public function getValue(string $name): mixed
        {
            return $this->values[$name] ?? null;
        }

        public function setError(array &$element, string $message): void
        {
            $this->errors[$element['#title']] = $message;
        }
    }
}

namespace Drupal\Core\Render {
    final class Markup
    {
        public static function create(string $html): string
        {
            return $html;
        }
    }
}

namespace Drupal\Core\Block {
    abstract class BlockBase
    {
        protected array $configuration;

        public function __construct(array $configuration, string $id, mixed $definition)
        {
            $this->configuration = $configuration + $this->defaultConfiguration();
        }

        public function getConfiguration(): array
        {
            return $this->configuration;
        }

        protected function t(string $text): string
        {
            return $text;
        }
    }
}

namespace Symfony\Component\HttpFoundation {
    final class Response
    {
        public function __construct(public string $content, public int $status = 200, public array $headers = [])
        {
        }
    }

    final class Request
    {
        public object $headers;

        public function __construct(private readonly string $content, array $headers)
        {
            $this->headers = new class ($headers) {
                public function __construct(private readonly array $headers)
                {
                }

                public function get(string $name): ?string
                {
                    return $this->headers[$name] ?? null;
                }
            };
        }

        public function getContent(): string
        {
            return $this->content;
        }
    }
}

namespace Drupal\Core\Database\Query {
    interface ConditionInterface
    {
    }

    interface SelectInterface
    {
    }
}

namespace Drupal\Core\Database {
    abstract class Schema
    {
    }

    /** Tables in memory. `$failOn` makes a write of that value fail. */
    final class Connection
    {
        /** @var array<string, array<string, array<string, mixed>>> */
        public array $tables = [];
        public ?string $failOn = null;

        public function startTransaction(): object
        {
            $before = $this->tables;
            return new class (fn () => $this->tables = $before) {
                public function __construct(private readonly \Closure $undo)
                {
                }

                public function rollBack(): void
                {
                    ($this->undo)();
                }
            };
        }

        public function select(string $table, string $alias): Query
        {
            return new Query($this, $table, 'select');
        }

        public function delete(string $table): Query
        {
            return new Query($this, $table, 'delete');
        }

        public function merge(string $table): Query
        {
            return new Query($this, $table, 'merge');
        }
    }

    /** Conditions of which all are needed, or one is enough. */
    final class Conditions implements Query\ConditionInterface
    {
        /** @var list<\Closure(array): bool> */
        private array $all = [];

        public function __construct(private readonly bool $isOneEnough)
        {
        }

        public function condition(string|self $name, mixed $value = null, string $operator = '='): self
        {
            $this->all[] = $name instanceof self ? $name->meets(...) : self::of($name, $value, $operator);
            return $this;
        }

        public function meets(array $row): bool
        {
            $met = array_filter($this->all, static fn (\Closure $one): bool => $one($row));
            return $this->isOneEnough ? $met !== [] : count($met) === count($this->all);
        }

        /** @return \Closure(array): bool */
        public static function of(string $name, mixed $value, string $operator): \Closure
        {
            if ($value === []) {
                throw new \RuntimeException("Query condition '$name $operator ()' cannot be empty.");
            }
            $value = $value instanceof Query ? $value->execute()->fetchCol() : $value;
            return static fn (array $row): bool => match ($operator) {
                '=' => $row[$name] === $value,
                '<>' => $row[$name] !== $value,
                // As in SQL, null is in no range.
                '>=' => $row[$name] !== null && $row[$name] >= $value,
                '<=' => $row[$name] !== null && $row[$name] <= $value,
                'IN' => in_array($row[$name], $value, true),
                'NOT IN' => !in_array($row[$name], $value, true),
            };
        }
    }

    /** A query of one table. */
    final class Query implements Query\SelectInterface
    {
        /** @var list<\Closure(array): bool> */
        private array $conditions = [];
        /** @var list<array{string, string}> */
        private array $order = [];
        private array $keys = [];
        private array $fields = [];
        private array $rows = [];
        private int $limit = PHP_INT_MAX;

        public function __construct(
            private readonly Connection $database,
            private readonly string $table,
            private readonly string $kind,
        ) {
        }

        public function fields(string|array $aliasOrValues, array $names = []): self
        {
            $this->fields = is_array($aliasOrValues) ? $aliasOrValues : $names;
            return $this;
        }

        public function condition(string|Conditions $name, mixed $value = null, string $operator = '='): self
        {
            $this->conditions[] = $name instanceof Conditions ? $name->meets(...) : Conditions::of($name, $value, $operator);
            return $this;
        }

        public function orConditionGroup(): Conditions
        {
            return new Conditions(true);
        }

        public function andConditionGroup(): Conditions
        {
            return new Conditions(false);
        }

        public function orderBy(string $name, string $direction = 'ASC'): self
        {
            $this->order[] = [$name, $direction];
            return $this;
        }

        public function range(int $start, int $length): self
        {
            $this->limit = $length;
            return $this;
        }

        public function key(string $name, mixed $value): self
        {
            return $this->keys([$name => $value]);
        }

        public function keys(array $keys): self
        {
            $this->keys = $keys;
            return $this;
        }

        public function execute(): self
        {
            $rows = &$this->database->tables[$this->table];
            $matches = fn (array $row) => array_reduce($this->conditions, fn ($all, $one) => $all && $one($row), true);
            $this->rows = array_filter($rows ?? [], $matches);
            if ($this->kind === 'delete') {
                $rows = array_diff_key($rows ?? [], $this->rows);
            } elseif ($this->kind === 'merge') {
                $row = $this->keys + $this->fields;
                if ($this->database->failOn !== null && in_array($this->database->failOn, $row, true)) {
                    throw new \RuntimeException('The database is full');
                }
                $rows[json_encode($this->keys)] = $row;
            } else {
                usort($this->rows, function (array $one, array $other): int {
                    foreach ($this->order as [$name, $direction]) {
                        $compared = $one[$name] <=> $other[$name];
                        if ($compared !== 0) {
                            return $direction === 'DESC' ? -$compared : $compared;
                        }
                    }
                    return 0;
                });
            }
            return $this;
        }

        public function fetchAssoc(): array|false
        {
            return array_values($this->rows)[0] ?? false;
        }

        public function fetchCol(): array
        {
            return array_slice(array_column($this->rows, $this->fields[0]), 0, $this->limit);
        }
    }
}

namespace {
    /** The services that the module asks for by name. */
    final class Drupal
    {
        public static object $database;

        public static function database(): object
        {
            return self::$database;
        }

        public static function languageManager(): object
        {
            return new class {
                public function getCurrentLanguage(): self
                {
                    return $this;
                }

                public function getId(): string
                {
                    return 'en';
                }
            };
        }
    }

    spl_autoload_register(static function (string $class): void {
        $prefix = 'Drupal\\publication_registry\\';
        if (str_starts_with($class, $prefix)) {
            require dirname(__DIR__) . '/src/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        }
    });
}
